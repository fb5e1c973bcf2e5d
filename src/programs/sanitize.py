def sanitize(text, entry):
    import ast
    import io
    import keyword
    import tokenize
    import warnings

    def parsed(code):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(code)
        except (SyntaxError, MemoryError, ValueError, RecursionError):
            return None

    lines = text.split("\n")
    best, start, end = 0, 0, 0
    for first in range(len(lines)):
        count = bool(lines[first].strip())
        for last in range(first + 1, len(lines)):
            count += bool(lines[last].strip())
            # Only more lines win, so that others need not be parsed.
            if count > best and parsed("\n".join(lines[first : last + 1])) is not None:
                best, start, end = count, first, last
    code = "\n".join(lines[start : end + 1])
    tree = parsed(code)

    def words(segment):
        try:
            tokens = list(tokenize.generate_tokens(io.StringIO(segment).readline))
        except (tokenize.TokenError, SyntaxError):
            tokens = []
        named = {token.string for token in tokens if token.type == tokenize.NAME}
        return named - set(keyword.kwlist)

    def name_of(node):
        match node:
            case ast.ClassDef():
                return node.name
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return node.name
            case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AnnAssign(target=ast.Name(id=name)):
                return name
            case ast.Assign(targets=[_], value=ast.Name(id=name)):
                # The first name in the text of the assignment.
                return name
        return None

    def is_kept(node):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            returns = any(isinstance(inner, ast.Return) for inner in ast.walk(node))
            return returns and not node.decorator_list
        if isinstance(node, ast.ClassDef):
            return not node.decorator_list
        return isinstance(node, (ast.Assign, ast.AnnAssign))

    imports, definitions = [], {}
    for node in tree.body if tree is not None else []:
        segment = ast.get_source_segment(code, node)
        if isinstance(node, ast.Import):
            imports.append(segment)
        elif isinstance(node, ast.ImportFrom):
            if node.module != "__future__":
                imports.append(segment)
        elif is_kept(node):
            definitions.setdefault(name_of(node), segment)
    reached, queue = {entry}, [entry]
    while queue:
        for name in words(definitions.get(queue.pop(0), "")):
            if name not in reached:
                reached.add(name)
                queue.append(name)
    kept = [segment for name, segment in definitions.items() if name in reached]
    return "\n".join(imports + kept)
