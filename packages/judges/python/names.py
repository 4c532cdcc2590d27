"""The names that the tests have besides their own, and the module `solution` that they may import."""

import _ast
import builtins
import importlib
import sys
import types

import runner


class Names(dict):
    """Stands where Python looks for its built-in names: they are here, and what is not is asked of the candidate, at each use."""

    def __init__(self, link, tree, exports):
        super().__init__(vars(builtins))
        for name in exports:
            self.pop(name, None)
        self.link = link
        self.exports = frozenset(exports)
        self.called = {
            node.func.id for node in runner.walk(tree) if isinstance(node, _ast.Call) and isinstance(node.func, _ast.Name)
        }

    def __missing__(self, name):
        if name.startswith("__"):
            raise KeyError(name)
        # A `math` of the candidate's own is not the one that the tests mean, unless they call it.
        if name in sys.stdlib_module_names and name not in self.called and name not in self.exports:
            try:
                return importlib.import_module(name)
            except ImportError:
                pass
        try:
            return self.link.ask("name", None, (name,))
        except NameError:
            raise KeyError(name) from None


class Solution(types.ModuleType):
    """`import solution` gives the tests the candidate's names, and what they patch in it is patched there."""

    def __init__(self, link):
        super().__init__("solution")
        self.__dict__["link"] = link

    def __getattr__(self, name):
        if name == "__all__":
            return self.__dict__["link"].ask("names")
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self.__dict__["link"].ask("name", None, (name,))
        except NameError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        if name.startswith("__"):
            return super().__setattr__(name, value)
        self.__dict__["link"].ask("set_name", None, (name, value))

    def __delattr__(self, name):
        self.__dict__["link"].ask("del_name", None, (name,))
