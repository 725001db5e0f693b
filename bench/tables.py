"""Fits one model on folds of the tables that bench/tables.R wrote, and writes its predictions.

python bench/tables.py MODEL FOLDER TABLE/FOLD ...

One process fits all folds of a model, so that imports count for none of them. After each fold it
prints "done,TABLE,FOLD,SECONDS", which is what bench/tables.R waits for; the seconds are those of
preparing the columns, training and predicting. The predictions of the fold are the file
FOLDER/predictions/MODEL/TABLE-FOLD.csv: a column for each class, or one of numbers.
"""

import json
import os
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

THREADS = int(os.environ.get("OMP_NUM_THREADS", "2"))


def read_table(folder, name):
    """The columns, with factors as categories; the response, classes as 0, 1, ...; folds; number of classes."""
    facts = json.loads((folder / f"{name}.json").read_text())
    levels = dict(facts["levels"])  # without factors, R writes an empty array
    data = pd.read_csv(folder / f"{name}.csv", keep_default_na=False, na_values=[""],
                       dtype={column: str for column in levels})
    for column in levels:
        data[column] = pd.Categorical(data[column], categories=levels[column])
    y = data.pop("target")
    fold = data.pop(".fold").to_numpy()
    classes = len(levels.get("target", []))
    return data, (y.cat.codes if classes else y).to_numpy(), fold, classes


# ---- Columns: what a model that cannot read a table as it is gets instead ------------------------

def as_they_are(x, new):
    return x, new


def standardized(x, new):
    """Numbers, and a column for each level. A missing value is the mean, also in the columns of levels."""
    from sklearn.preprocessing import StandardScaler
    both = pd.concat([x, new])
    columns = []
    for name in both:
        if both[name].dtype == "category":
            levels = pd.get_dummies(both[name], prefix=name, dtype=float)
            levels[both[name].isna()] = np.nan
            columns.append(levels)
        else:
            columns.append(both[name].astype(float))
    both = pd.concat(columns, axis=1).to_numpy()
    scaler = StandardScaler().fit(both[:len(x)])
    both = np.nan_to_num(scaler.transform(both))
    return both[:len(x)], both[len(x):]


def with_text(x, new):
    """Categories as text, a missing one as "[NA]": CatBoost accepts no missing categories."""
    def text(data):
        return data.assign(**{name: data[name].astype(object).where(data[name].notna(), "[NA]")
                              for name in categories_of(data)})
    return text(x), text(new)


def with_numbers_filled(x, new):
    """Missing numbers as the mean: RealMLP accepts none."""
    means = x.select_dtypes("number").mean()
    return x.fillna(means), new.fillna(means)


def categories_of(x):
    return list(x.select_dtypes("category").columns)


# ---- Models: the function of the columns, and the estimator with its defaults --------------------

def linear(x, classes, seed):
    from sklearn.linear_model import LinearRegression, LogisticRegression
    return standardized, LogisticRegression(random_state=seed) if classes else LinearRegression()


def mlp(x, classes, seed):
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.neural_network import MLPClassifier, MLPRegressor
    from sklearn.preprocessing import StandardScaler
    if classes:
        return standardized, MLPClassifier(random_state=seed)
    # 200 epochs cannot reach prices around 1e5 from 0.
    return standardized, TransformedTargetRegressor(MLPRegressor(random_state=seed), transformer=StandardScaler())


def hist_gradient_boosting(x, classes, seed):
    from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
    model = HistGradientBoostingClassifier if classes else HistGradientBoostingRegressor
    return as_they_are, model(categorical_features="from_dtype", random_state=seed)


def light_gbm(x, classes, seed):
    from lightgbm import LGBMClassifier, LGBMRegressor
    model = LGBMClassifier if classes else LGBMRegressor
    return as_they_are, model(random_state=seed, n_jobs=THREADS, verbosity=-1)


def xgboost(x, classes, seed):
    from xgboost import XGBClassifier, XGBRegressor
    model = XGBClassifier if classes else XGBRegressor
    return as_they_are, model(enable_categorical=True, random_state=seed, n_jobs=THREADS)


def catboost(x, classes, seed):
    from catboost import CatBoostClassifier, CatBoostRegressor
    model = CatBoostClassifier if classes else CatBoostRegressor
    return with_text, model(cat_features=categories_of(x), random_seed=seed, thread_count=THREADS,
                            verbose=False, allow_writing_files=False)


def real_mlp(x, classes, seed):
    from pytabkit import RealMLP_TD_Classifier, RealMLP_TD_Regressor
    model = RealMLP_TD_Classifier if classes else RealMLP_TD_Regressor
    return with_numbers_filled, model(random_state=seed, n_threads=THREADS)


MODELS = {"linear": linear, "MLP": mlp, "HistGradientBoosting": hist_gradient_boosting, "LightGBM": light_gbm,
          "XGBoost": xgboost, "CatBoost": catboost, "RealMLP": real_mlp}


def fit_and_predict(make, x, y, new, classes, seed):
    prepare, model = make(x, classes, seed)
    x, new = prepare(x, new)
    model.fit(x, y)
    if not classes:
        return np.asarray(model.predict(new))
    found = np.zeros((len(new), classes))
    found[:, np.asarray(model.classes_).astype(int)] = model.predict_proba(new)
    return found


def main(name, folder, *jobs):
    warnings.simplefilter("ignore")
    make, folder = MODELS[name], Path(folder)
    (folder / "predictions" / name).mkdir(parents=True, exist_ok=True)
    known = None
    for job in jobs:
        table, number = job.split("/")
        if table != known:
            data, y, fold, classes = read_table(folder, table)
            known = table
        seed = int(number)
        try:
            make(data, classes, seed)
        except ImportError as error:
            sys.exit(f"{name} is not installed: {error}")
        train = fold != seed
        started = time.perf_counter()
        try:
            found = fit_and_predict(make, data[train], y[train], data[~train], classes, seed)
        except Exception as error:
            print(f"{name} {job} failed: {error}", file=sys.stderr)
            continue
        seconds = time.perf_counter() - started
        np.savetxt(folder / "predictions" / name / f"{table}-{number}.csv", found, fmt="%.9g", delimiter=",")
        print(f"done,{table},{number},{seconds:.3f}", flush=True)


main(*sys.argv[1:])
