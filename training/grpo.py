"""Learning from rewards alone: a decoder of a million weights, a short SFT, then GRPO on tasks that never come twice.

    OMP_NUM_THREADS=1 python training/grpo.py --seeds 0 1 2 3 4 --out runs/grpo      # minutes a seed on one core

The world is small: who played for which team, two facts a player, ten names of players and of teams, one kind of
question (the team next after, or last before, another one). SFT shows some right answers in the form that the prompts
ask for; then the trainer of TRL has nothing but the rewards. Held-out tasks lie beyond those of the training, and are
asked before and after GRPO with the same seed of the sampler. Needs the extras ``rl`` and ``report``.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from datasets import Dataset, disable_progress_bars

try:
    import torch
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, set_seed
    from trl import GRPOConfig, GRPOTrainer, SFTConfig, SFTTrainer
except ImportError as error:
    print(f"grpo.py needs {error.name}: pip install 'temporal-qa[rl,report]'", file=sys.stderr)
    raise SystemExit(2) from None

from temporal_qa.engine.running import ScriptParser, report_input_errors
from temporal_qa.prompting.chat_prompts import chat_prompt, right_response
from temporal_qa.rewards.functions import answer_f1_reward, format_reward, set_accuracy_reward
from temporal_qa.rewards.tasks import create_dataset
from temporal_qa.scoring.significance import paired_difference
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.tables.plot_style import COLOURS, new_figure, save_figure, style_axes

WORLD: dict[str, Any] = {
    "relations": ("P54",), "kinds": ("l3_neighbour",), "max_facts_per_group": 2, "names_per_type": 10,
}  # fmt: skip
Run: TypeAlias = dict[str, Any]
"""The held-out rewards of one seed ``before`` and ``after`` GRPO, and the ``curve`` of its steps."""

SFT_TASKS, HELD_OUT = 2_048, 1_000
SFT_BATCH, PROMPTS, COMPLETIONS = 32, 16, 8
MAX_NEW_TOKENS = 12

WORDS = r" ?[$\w]+| ?[^$\w\s]|\s+"
TEMPLATE = (
    "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)


def main() -> None:
    """From a new model to the table of all seeds."""
    parser = ScriptParser(__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2, 3, 4])
    parser.add_argument("--steps", type=int, default=50, help="of GRPO")
    parser.add_argument("--out", type=Path, default=Path("runs/grpo"))
    given = parser.parse_args()
    disable_progress_bars()
    runs = [learn(seed, given.steps, given.out / f"seed-{seed}") for seed in given.seeds]
    report(given.seeds, runs, given.out)


def learn(seed: int, steps: int, out: Path) -> Run:
    """One seed: new weights, SFT, the held-out rewards, GRPO, the held-out rewards again."""
    if (out / "rewards.json").exists():
        found: Run = json.loads((out / "rewards.json").read_text())
        return found
    set_seed(seed)
    fresh = steps * PROMPTS
    tasks = create_dataset("pseudo_pit", SFT_TASKS + fresh + HELD_OUT, seed, **WORLD)
    rows = [row | {"prompt": list(chat_prompt(row, "zero-shot").messages[1:])} for row in tasks]
    shown, train, held_out = rows[:SFT_TASKS], rows[SFT_TASKS:-HELD_OUT], rows[-HELD_OUT:]

    tokenizer = word_tokenizer(rows)
    model = new_model(tokenizer)
    print(f"seed {seed}: {model.num_parameters():,} weights, {len(tokenizer):,} words", flush=True)

    same = {"use_cpu": True, "bf16": False, "report_to": [], "save_strategy": "no", "seed": seed, "logging_steps": 3,
            "gradient_checkpointing": False, "disable_tqdm": True}  # fmt: skip
    messages = [{"role": "assistant", "content": right_response(row)} for row in shown]
    sft = SFTTrainer(
        model, SFTConfig(str(out / "sft"), max_steps=SFT_TASKS // SFT_BATCH, per_device_train_batch_size=SFT_BATCH,
                         learning_rate=2e-3, completion_only_loss=True, **same),
        train_dataset=Dataset.from_list([{"prompt": row["prompt"], "completion": [message]}
                                         for row, message in zip(shown, messages, strict=True)]),
        processing_class=tokenizer,
    )  # fmt: skip
    sft.train()
    before = held_out_rewards(model, tokenizer, held_out)

    columns = ("prompt", "answers", "facts")
    grpo = GRPOTrainer(
        model, [answer_f1_reward, format_reward],
        GRPOConfig(str(out / "grpo"), max_steps=steps, per_device_train_batch_size=PROMPTS * COMPLETIONS,
                   num_generations=COMPLETIONS, max_completion_length=MAX_NEW_TOKENS, learning_rate=1.5e-4,
                   lr_scheduler_type="constant_with_warmup", warmup_steps=5, beta=0.0, adam_beta2=0.99,
                   reward_weights=[1.0, 0.2], **same),
        train_dataset=Dataset.from_list([{name: row[name] for name in columns} for row in train]),
        processing_class=tokenizer,
    )  # fmt: skip
    grpo.train()
    after = held_out_rewards(model, tokenizer, held_out)
    curve = [
        {"step": line["step"], "reward": line["rewards/answer_f1_reward/mean"]}
        for line in grpo.state.log_history if "rewards/answer_f1_reward/mean" in line
    ]  # fmt: skip
    found = {"before": before, "after": after, "curve": curve}
    (out / "rewards.json").write_text(json.dumps(found))
    return found


def word_tokenizer(rows: list[dict[str, Any]]) -> PreTrainedTokenizerFast:
    """One token a word, so that a name is two tokens and not ten."""
    texts = [text for row in rows for text in (row["prompt"][0]["content"], right_response(row))]
    words = sorted({word for text in texts for word in re.findall(WORDS, text)})
    special = ["<|pad|>", "<|end|>", "<|user|>", "<|assistant|>", "<|unknown|>"]
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate([*special, *words])}, "<|unknown|>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(WORDS), "isolated")
    tokenizer.decoder = decoders.Fuse()
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="<|pad|>", eos_token="<|end|>", unk_token="<|unknown|>",
        additional_special_tokens=special[2:4], chat_template=TEMPLATE, padding_side="left",
    )  # fmt: skip


def new_model(tokenizer: PreTrainedTokenizerFast) -> LlamaForCausalLM:
    """A small model of two layers, with new weights."""
    config = LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=192, intermediate_size=512, num_hidden_layers=2,
        num_attention_heads=6, max_position_embeddings=512, tie_word_embeddings=True,
        pad_token_id=0, bos_token_id=None, eos_token_id=tokenizer.eos_token_id,
    )  # fmt: skip
    return LlamaForCausalLM(config)


def held_out_rewards(
    model: LlamaForCausalLM, tokenizer: PreTrainedTokenizerFast, rows: list[dict[str, Any]]
) -> dict[str, list[float]]:
    """The rewards of tasks by the way of answering; their means are printed."""
    found = {how: rewards(model, tokenizer, rows, how == "sampled") for how in ("sampled", "greedy")}
    print({how: round(float(np.mean(values)), 3) for how, values in found.items()}, flush=True)
    return found


def rewards(
    model: LlamaForCausalLM, tokenizer: PreTrainedTokenizerFast, rows: list[dict[str, Any]], sample: bool
) -> list[float]:
    """The set accuracy reward of one completion a task."""
    model.eval()
    torch.manual_seed(0)
    completions = []
    for start in range(0, len(rows), 100):
        part = [row["prompt"] for row in rows[start : start + 100]]
        inputs = tokenizer.apply_chat_template(
            part, add_generation_prompt=True, padding=True, return_tensors="pt", return_dict=True
        )
        made = model.generate(**inputs, max_new_tokens=MAX_NEW_TOKENS, do_sample=sample)
        completions += tokenizer.batch_decode(made[:, inputs["input_ids"].shape[1] :], skip_special_tokens=True)
    model.train()
    answers, facts = ([row[name] for row in rows] for name in ("answers", "facts"))
    paid = set_accuracy_reward(completions, answers, facts=facts)
    return [reward for reward in paid if reward is not None]  # each is a number, as every task has a label


def report(seeds: list[int], runs: list[Run], out: Path) -> None:
    """The table: mean rewards on held-out tasks before and after, with the paired sign-flip test; and the curves."""
    table = []
    every: dict[tuple[str, str], list[float]] = {
        (when, how): [] for when in ("before", "after") for how in ("sampled", "greedy")
    }
    for seed, run in zip(seeds, runs, strict=True):
        for when, how in every:
            every[when, how] += run[when][how]
        table += [[seed, how, *compared(run["before"][how], run["after"][how])] for how in ("sampled", "greedy")]
    table += [["all", how, *compared(every["before", how], every["after", how])] for how in ("sampled", "greedy")]
    print(markdown_table(["seed", "held-out answers", "before", "after", "better", "worse", "p"], table))
    figure = new_figure(6.4, 3.6)
    axes = figure.subplots()
    for place, (seed, run) in enumerate(zip(seeds, runs, strict=True)):
        steps, values = ([line[key] for line in run["curve"]] for key in ("step", "reward"))
        axes.plot(steps, values, color=COLOURS[place % len(COLOURS)], label=f"seed {seed}")
    axes.set_xlabel("GRPO steps")
    axes.set_ylabel("mean reward on fresh tasks")
    axes.legend(frameon=False)
    style_axes(axes)
    save_figure(figure, out / "rewards.png")
    print(f"wrote {out / 'rewards.png'}")


def compared(before: list[float], after: list[float]) -> list[object]:
    """Both means, on how many tasks the second is better and worse, and p."""
    test = paired_difference(after, before)
    return [f"{np.mean(before):.3f}", f"{np.mean(after):.3f}", test.better, test.worse, f"{test.p:.1g}"]


if __name__ == "__main__":
    report_input_errors(main)
