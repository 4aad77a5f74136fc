"""The texts of printed booklets, in each language."""

from __future__ import annotations

from quandary.game import BookletRules

RULES = {
    "en": BookletRules(
        "Walk up, down, left and right, and push every box onto a goal. You can push one box at a time, and you cannot "
        "pull. Walls and other boxes stop a box.",
        "l, u, r, d: a step to the left, up, to the right, down. A capital letter pushes a box.",
        {"pushes": ("1 push", "{} pushes")},
    ),
    "de": BookletRules(
        "Gehe nach oben, unten, links und rechts und schiebe jede Kiste auf ein Zielfeld. Du kannst immer nur eine "
        "Kiste auf einmal schieben, und ziehen kannst du nicht. Wände und andere Kisten halten eine Kiste auf.",
        "l, u, r, d: ein Schritt nach links, nach oben, nach rechts, nach unten. Ein Großbuchstabe schiebt eine Kiste.",
        {"pushes": ("1 Schub", "{} Schübe")},
    ),
    "fr": BookletRules(
        "Déplace-toi vers le haut, le bas, la gauche et la droite, et pousse chaque caisse sur une cible. Tu ne peux "
        "pousser qu'une caisse à la fois, et tu ne peux pas tirer. Les murs et les autres caisses arrêtent une caisse.",
        "l, u, r, d : un pas vers la gauche, le haut, la droite, le bas. Une majuscule pousse une caisse.",
        {"pushes": ("1 poussée", "{} poussées")},
    ),
    "es": BookletRules(
        "Muévete hacia arriba, abajo, la izquierda y la derecha, y empuja cada caja hasta una meta. Solo puedes "
        "empujar una caja a la vez, y no puedes tirar de ella. Las paredes y las demás cajas detienen una caja.",
        "l, u, r, d: un paso hacia la izquierda, arriba, la derecha, abajo. Una mayúscula empuja una caja.",
        {"pushes": ("1 empuje", "{} empujes")},
    ),
}
