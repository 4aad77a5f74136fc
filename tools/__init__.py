"""What maintainers run: releases, API page, site, gallery, prover's bench. Nothing here is part of the package."""
