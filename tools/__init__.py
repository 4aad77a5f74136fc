"""What maintainers run for releases, the API's page, the site and the gallery. Nothing here is part of the package."""
