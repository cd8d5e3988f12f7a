"""Solves a problem of bench/optimise.bench.ts from stdin with VROOM at its thorough level: travel, unserved, seconds."""

import json
import sys
import time

import numpy
import vroom

problem = json.load(sys.stdin)
places = problem["places"]
matrix = numpy.array(problem["seconds"], dtype=numpy.uint32).reshape(places, places)
question = vroom.Input()
question.set_durations_matrix(profile="car", matrix_input=matrix)
for at, vehicle in enumerate(problem["vehicles"]):
    question.add_vehicle(
        vroom.Vehicle(
            at,
            start=vehicle["start"],
            end=vehicle["end"],
            capacity=[vehicle["capacity"]],
            time_window=vroom.TimeWindow(vehicle["from"], vehicle["to"]),
        )
    )
for at, job in enumerate(problem["jobs"]):
    question.add_job(
        vroom.Job(
            at,
            location=job["place"],
            default_service=job["service"],
            delivery=vroom.Amount([job["load"]]),
            time_windows=[vroom.TimeWindow(job["from"], job["to"])],
        )
    )
begin = time.process_time()
solution = question.solve(exploration_level=5, nb_threads=2)
seconds = time.process_time() - begin
# Travel is counted here by the matrix, as for ours.
travel = 0
last = {}
for row in solution.routes.to_dict("records"):
    vehicle = row["vehicle_id"]
    place = problem["jobs"][int(row["id"])]["place"] if row["type"] == "job" else 0
    if vehicle in last:
        travel += int(matrix[last[vehicle]][place])
    last[vehicle] = place
print(travel, solution.summary.unassigned, seconds)
