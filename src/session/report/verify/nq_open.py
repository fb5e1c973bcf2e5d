REFERENCE = {"repository": "https://github.com/google-research/language", "commit": "865fae65", "file": "language/orqa/utils/eval_utils.py"}
READS_ROWS = True


def evaluate(given):
    # TensorFlow only opens files there, and none is opened here.
    tensorflow = stand_in("tensorflow")
    tensorflow.compat = stand_in("tensorflow.compat")
    tensorflow.compat.v1 = stand_in("tensorflow.compat.v1")
    references = {one.key: one.golds for one in given.run.questions}
    return load(given.path).evaluate_predictions_impl(references, given.run.predictions, False)
