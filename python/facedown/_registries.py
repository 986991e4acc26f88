"""Registration of the environments with Gymnasium and PettingZoo, when they are imported."""

import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from facedown._episode import Entry

__all__ = ["register"]


def register() -> None:
    """Registers the environments with the packages that are imported, now or later.

    Both are optional and take longer to import than facedown itself, so they are not imported here.
    """
    for name, register_with in _REGISTRIES.items():
        package = sys.modules.get(name)
        if package is not None:
            register_with(package)
    if not any(isinstance(finder, _Later) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Later())


def _entries() -> "tuple[Entry, ...]":
    # Here, because the descriptions of all games are made for it.
    from facedown._episode import ENTRIES, FORMER_ENTRIES

    return ENTRIES + FORMER_ENTRIES


_GYMNASIUM = (("env_v0", "vector_env_v0"), ("GameEnv", "GameVectorEnv"))
"""The functions that make the environments of each version."""


def _with_gymnasium(gymnasium: Any) -> None:
    for entry in _entries():
        if entry.id not in gymnasium.registry:
            env, vector = _GYMNASIUM[entry.version]
            gymnasium.register(
                entry.id,
                entry_point=f"facedown.gym:{env}",
                vector_entry_point=f"facedown.gym:{vector}",
                kwargs=entry.arguments,
            )


def _with_pettingzoo(pettingzoo: Any) -> None:
    # PettingZoo has a registry since 1.27.
    if not hasattr(pettingzoo, "register"):
        return
    for entry in _entries():
        for kind, registry, function in (
            ("aec", pettingzoo.aec_registry, "env"),
            ("parallel", pettingzoo.parallel_registry, "parallel_env"),
        ):
            if entry.id not in registry:
                former = "_v0" if entry.version == 0 else ""
                entry_point = f"facedown.pettingzoo:{function}{former}"
                pettingzoo.register(kind, entry.id, entry_point, kwargs=entry.arguments)


_REGISTRIES: dict[str, Callable[[ModuleType], None]] = {
    "gymnasium": _with_gymnasium,
    "pettingzoo": _with_pettingzoo,
}


class _Later(MetaPathFinder):
    """Registers the environments with a package right after its import."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in _REGISTRIES:
            return None
        for finder in sys.meta_path:
            if not isinstance(finder, _Later):
                spec = finder.find_spec(name, path, target)
                if spec is not None and spec.loader is not None:
                    _register_after(spec.loader, _REGISTRIES[name])
                    return spec
        return None


def _register_after(loader: Any, register_with: Callable[[ModuleType], None]) -> None:
    execute = loader.exec_module

    def execute_and_register(module: ModuleType) -> None:
        execute(module)
        register_with(module)

    loader.exec_module = execute_and_register
