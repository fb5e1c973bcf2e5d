REFERENCE = {"repository": "https://github.com/mandarjoshi90/triviaqa", "commit": "ca43b582", "file": "evaluation/triviaqa_evaluation.py"}
READS_ROWS = False


def evaluate(given):
    root = os.path.dirname(os.path.dirname(given.path))
    sys.path.insert(0, root)
    utils = load(os.path.join(root, "utils", "dataset_utils.py"), "reference_utils")
    data = utils.read_triviaqa_data(written(given.scratch, "data.json", document(given.gold)))
    truth = utils.get_key_to_ground_truth(data)
    return load(given.path).evaluate_triviaqa(truth, document(given.predictions), mute=True)
