"""The texts of printed booklets, in each language."""

from __future__ import annotations

from quandary.game import BookletRules

RULES = {
    "en": BookletRules(
        "Slide the cars and trucks until the red car, X, reaches the right edge of the board. Every vehicle moves "
        "along its own line only: it cannot turn or jump over others. A slide of any length counts as one move.",
        "C+3: vehicle C moves three cells to the right or down. C-3: three cells to the left or up.",
        {"moves": ("1 move", "{} moves")},
    ),
    "de": BookletRules(
        "Verschiebe die Autos und Lastwagen, bis das rote Auto X den rechten Rand erreicht. Jedes Fahrzeug fährt nur "
        "auf seiner Linie vor und zurück: Es kann nicht abbiegen und nichts überspringen. Jede Fahrt zählt als ein "
        "Zug, egal wie weit sie geht.",
        "C+3: Fahrzeug C fährt drei Felder nach rechts oder nach unten. C-3: drei Felder nach links oder nach oben.",
        {"moves": ("1 Zug", "{} Züge")},
    ),
    "fr": BookletRules(
        "Fais glisser les voitures et les camions jusqu'à ce que la voiture rouge X atteigne le bord droit. Chaque "
        "véhicule avance et recule seulement sur sa ligne : il ne peut ni tourner ni sauter par-dessus les autres. Un "
        "déplacement compte pour un coup, quelle que soit sa longueur.",
        "C+3 : le véhicule C avance de trois cases vers la droite ou vers le bas. C-3 : de trois cases vers la gauche "
        "ou vers le haut.",
        {"moves": ("1 coup", "{} coups")},
    ),
    "es": BookletRules(
        "Desliza los coches y los camiones hasta que el coche rojo X llegue al borde derecho. Cada vehículo avanza y "
        "retrocede solo por su propia línea: no puede girar ni saltar por encima de otros. Cada deslizamiento cuenta "
        "como un movimiento, sea cual sea su longitud.",
        "C+3: el vehículo C se mueve tres casillas hacia la derecha o hacia abajo. C-3: tres casillas hacia la "
        "izquierda o hacia arriba.",
        {"moves": ("1 movimiento", "{} movimientos")},
    ),
}
