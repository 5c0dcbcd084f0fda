"""Measure the properties of the fixture models' text that tests rely on; fails if one does not hold.

Runs the quantised weights in numpy, without a browser: half a minute.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

from build_fixture import MODELS
from fixture import weights
from fixture.properties import CEILING, SYSTEM, image_prompt, loops, prompt, reply
from fixture.reference import Reference

QUESTIONS = Path(__file__).parent / "fixture" / "questions.txt"


def main():
    argparse.ArgumentParser(description=__doc__).parse_args()
    sound = True
    for name, (recipe, library) in MODELS.items():
        config = library.config()
        model = Reference(weights.build(recipe, config.rope_theta), config)
        measures = [*measure(model, recipe.never_ends), *(measure_images(model) if config.image else [])]
        for label, measured, holds in measures:
            sound &= holds
            print(f"{name}: {label}: {measured}{'' if holds else '   <-- does not hold'}")
    sys.exit(0 if sound else 1)


def measure(model, never_ends):
    """(name, figure, True if it is good enough) for every property."""
    questions = QUESTIONS.read_text().splitlines()
    prompts = [model.embed(prompt(*messages)) for messages in conversations(questions)]
    greedy = [reply(model, tokens) for tokens in prompts]
    random = np.random.default_rng(0)
    sampled = [reply(model, tokens, random) for tokens in prompts[:20]]
    texts = [answer.text for answer in greedy]
    yield "prompts", len(prompts), len(prompts) >= 30
    yield "distinct greedy replies", len(set(texts)), len(set(texts)) == len(texts)
    yield "greedy replies that loop", (n := sum(loops(answer.data) for answer in greedy)), n == 0
    yield "with a 4-byte character", (part := share(any(c > "\uffff" for c in t) for t in texts)), part >= 0.2
    entropy = np.mean([bits for answer in sampled for bits in answer.entropies])
    yield "bits per token at temperature 1", f"{entropy:.2f}", entropy >= 3
    everything = greedy + sampled
    if never_ends:
        yield f"reach {CEILING} tokens", (part := share(not answer.ended for answer in everything)), part == 1
    else:
        yield (
            "end within 64",
            (part := share(a.ended and len(a.tokens) <= 64 for a in everything)),
            part >= 0.8,
        )


def measure_images(model):
    """The same for images: eight colours, and two of them in either order."""
    side = model.config.image.side
    colours = [np.array(corner) * 255 for corner in np.ndindex(2, 2, 2)]
    red, blue = colours[4], colours[1]
    images = [np.broadcast_to(colour, (side, side, 3)) for colour in colours]
    images += [halves(red, blue, side), halves(blue, red, side)]
    texts = [reply(model, image_prompt(model, image, "What is it?")).text for image in images]
    yield "distinct replies to images", len(set(texts)), len(set(texts)) == len(images)


def halves(left, right, side):
    """An image of two colours side by side."""
    return np.where((np.arange(side) < side // 2)[None, :, None], left, right) * np.ones((side, 1, 1))


def conversations(questions):
    """The questions under a short system message, and some under a long one or after an earlier turn."""
    long_system = SYSTEM + " Follow the rules of the house." * 20
    for question in questions:
        yield [("system", SYSTEM), ("user", question)]
    for question in questions[:5]:
        yield [("system", long_system), ("user", question)]
    for first, second in zip(questions[:10], questions[10:20], strict=True):
        yield [("system", SYSTEM), ("user", first), ("assistant", "zuby 🌛 tifa"), ("user", second)]


def share(flags):
    flags = list(flags)
    return round(sum(flags) / len(flags), 2)


if __name__ == "__main__":
    main()
