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

    def is_of_library(self, name):
        # A `math` of the candidate's own is not the one that the tests mean, unless they call it.
        return name in sys.stdlib_module_names and name not in self.called and name not in self.exports

    def __missing__(self, name):
        if name.startswith("__"):
            raise KeyError(name)
        if self.is_of_library(name):
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

    def __init__(self, link, names, held):
        super().__init__("solution")
        self.__dict__.update(link=link, names=names, held=held)

    def __getattr__(self, name):
        if name == "__all__":
            # What the tests have, and what Python has for them, stays theirs: an `all` of the candidate's could be true of anything.
            names, held = self.__dict__["names"], self.__dict__["held"]
            return [each for each in self.__dict__["link"].ask("names") if not (each in held or each in names or names.is_of_library(each))]
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
