create index workflow_runs_of_shadow on workflow_runs (organization, environment, shadow_graph, created_at, id collate "POSIX") where shadow_graph is not null;
