#!/usr/bin/env python3
"""make.py: forces on a mixture of ten types by OpenMM's Reference platform, which computes in double precision.

Writes, into the folder that it stands in, mixture.xyz and mixture.elements, which gpubench reads, and mixture.forces:
energy and forces by both rules of mixing, in kcal/mol and angstrom. Needs OpenMM (pip install openmm), and none of this
project's programs; tests read what it wrote.
"""
import math
import pathlib
import random

import openmm
from openmm import unit

SIDES = (20.0, 22.5, 25.0)  # angstrom
PLACES = 5  # along each side
CUTOFF = 9.0
TYPES = [  # symbol, sigma, epsilon (kcal/mol), mass
    ("Ta", 2.55, 0.021, 4.0),
    ("Tb", 2.72, 0.071, 20.2),
    ("Tc", 2.95, 0.122, 16.0),
    ("Td", 3.12, 0.152, 18.0),
    ("Te", 3.25, 0.170, 14.0),
    ("Tf", 3.38, 0.086, 12.0),
    ("Tg", 3.41, 0.238, 39.9),
    ("Th", 3.56, 0.250, 32.1),
    ("Ti", 3.70, 0.319, 83.8),
    ("Tj", 3.92, 0.410, 131.3),
]
KCAL, ANGSTROM = unit.kilocalories_per_mole, unit.angstrom


def places():
    """Near the places of a lattice, at multiples of 2^-10 angstrom, which floats and decimals have exactly."""
    draw = random.Random(47)
    for index in range(PLACES**3):
        cell = (index % PLACES, index // PLACES % PLACES, index // PLACES**2)
        yield tuple(
            math.floor(((c + 0.5) * side / PLACES + draw.uniform(-0.4, 0.4)) * 1024) / 1024 for c, side in zip(cell, SIDES)
        )


def system_of(kinds, geometric):
    system = openmm.System()
    system.setDefaultPeriodicBoxVectors(
        *(openmm.Vec3(*(side / 10 if a == b else 0 for b in range(3))) for a, side in enumerate(SIDES))
    )
    if geometric:
        force = openmm.CustomNonbondedForce(
            "4 * sqrt(epsilon1 * epsilon2) * (x^2 - x); x = (sigma1 * sigma2)^3 / r^6"
        )
        force.addPerParticleParameter("sigma")
        force.addPerParticleParameter("epsilon")
    else:
        force = openmm.NonbondedForce()  # sigma is the arithmetic mean, epsilon the geometric one
        force.setUseDispersionCorrection(False)
    force.setNonbondedMethod(force.CutoffPeriodic)
    force.setCutoffDistance(CUTOFF * ANGSTROM)
    for kind in kinds:
        _, sigma, epsilon, mass = TYPES[kind]
        system.addParticle(mass)
        own = [sigma / 10, (epsilon * KCAL).value_in_unit(unit.kilojoules_per_mole)]
        if geometric:
            force.addParticle(own)
        else:
            force.addParticle(0.0, *own)
    system.addForce(force)
    return system


def compute(kinds, at, geometric):
    platform = openmm.Platform.getPlatformByName("Reference")
    context = openmm.Context(system_of(kinds, geometric), openmm.VerletIntegrator(0.001), platform)
    context.setPositions([openmm.Vec3(*(x / 10 for x in place)) for place in at])
    state = context.getState(getEnergy=True, getForces=True)
    forces = state.getForces(asNumpy=False).value_in_unit(KCAL / ANGSTROM)
    return state.getPotentialEnergy().value_in_unit(KCAL), forces


def main():
    folder = pathlib.Path(__file__).parent
    at = list(places())
    draw = random.Random(11)
    kinds = [i % len(TYPES) for i in range(len(at))]
    draw.shuffle(kinds)
    box = " 0 0 0 ".join(f"{side:g}" for side in SIDES)
    with open(folder / "mixture.xyz", "w", encoding="ascii") as file:
        file.write(f'{len(at)}\nLattice="{box}"\n')
        for kind, place in zip(kinds, at):
            file.write(" ".join([TYPES[kind][0], *(f"{x:.10f}" for x in place)]) + "\n")
    with open(folder / "mixture.elements", "w", encoding="ascii") as file:
        for kind in TYPES:
            file.write("{} {:g} {:g} {:g}\n".format(*kind))
    results = [compute(kinds, at, geometric) for geometric in (False, True)]
    with open(folder / "mixture.forces", "w", encoding="ascii") as file:
        file.write(f"# OpenMM {openmm.version.short_version}, Reference, cutoff {CUTOFF:g}: energies; forces of each atom\n")
        file.write(" ".join(f"{energy:.15e}" for energy, _ in results) + "\n")
        for one, two in zip(*(forces for _, forces in results)):
            file.write(" ".join(f"{x:.12e}" for force in (one, two) for x in force) + "\n")


main()
