REFERENCE = {"repository": "https://github.com/openai/grade-school-math", "commit": "3101c7d5", "file": "grade_school_math/dataset.py"}
READS_ROWS = True


def evaluate(given):
    # Only the data set for training needs PyTorch.
    torch = stand_in("torch")
    torch.utils = stand_in("torch.utils")
    torch.utils.data = stand_in("torch.utils.data", Dataset=object)
    module = load(given.path)
    return {"accuracy": given.run.mean(lambda one, prediction: float(module.is_correct(prediction, {"answer": one.golds[0]})))}
