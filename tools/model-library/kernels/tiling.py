"""How many matrix rows one invocation owns."""

WORKGROUP_SIZES = (16, 8, 4)
"""Small on purpose: a software adapter shares work between cores by workgroup."""


def row_tile(rows, most, least_workgroups=1):
    """(rows per invocation, workgroup size) that cover `rows` exactly.

    Takes the widest workgroup that fits and then as many rows as `most` and
    `least_workgroups` allow; gives up workgroups where nothing else fits.
    """
    if least_workgroups < 1:
        raise ValueError(
            f"{rows} matrix rows cannot be shared out: make them a multiple of {WORKGROUP_SIZES[-1]}"
        )
    for lanes in WORKGROUP_SIZES:
        fitting = [
            owned
            for owned in range(1, most + 1)
            if rows % (owned * lanes) == 0 and rows // (owned * lanes) >= least_workgroups
        ]
        if fitting:
            return max(fitting), lanes
    return row_tile(rows, most, least_workgroups - 1)
