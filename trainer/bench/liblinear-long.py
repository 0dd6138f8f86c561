"""LIBLINEAR without its cap on passes, as scikit-learn ships it (LinearSVC, hinge loss, dual).

Reads {rows, columns, costs, tolerance, dense | indptr, indices, values} and prints one JSON line with
the milliseconds of each fit (data already in memory) and its weights. Used as a rival by the bench
only; costs are per pair (C/T).
"""
import json
import sys
import time
import warnings

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.svm import LinearSVC

warnings.filterwarnings("ignore")
request = json.load(sys.stdin)
shape = (request["rows"], request["columns"])


def read(name, dtype):
    return np.fromfile(request[name], dtype=dtype)


if "dense" in request:
    pairs = read("dense", np.float64).reshape(shape)
else:
    parts = (read("values", np.float64), read("indices", np.int32), read("indptr", np.int32))
    pairs = csr_matrix(parts, shape=shape)
labels = np.ones(shape[0])
labels[1::2] = -1
if "dense" in request:
    signed = np.ascontiguousarray(pairs * labels[:, None])
else:
    signed = csr_matrix(pairs.multiply(labels[:, None]))
answer = {"ms": [], "weights": [], "passes": []}
for cost in request["costs"]:
    model = LinearSVC(
        loss="hinge", dual=True, fit_intercept=False, C=cost, tol=request["tolerance"],
        max_iter=1_000_000, random_state=1,
    )
    started = time.perf_counter()
    model.fit(signed, labels)
    answer["ms"].append(1000 * (time.perf_counter() - started))
    answer["passes"].append(int(model.n_iter_))
    answer["weights"].append(model.coef_[0].tolist())
json.dump(answer, sys.stdout)
