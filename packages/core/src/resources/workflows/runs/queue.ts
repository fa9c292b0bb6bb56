/** Name of the job that brings the run of a submitted session on. */
export const runChecksJob = "sessions.run_checks"
