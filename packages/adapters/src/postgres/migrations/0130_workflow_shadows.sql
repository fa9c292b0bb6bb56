-- The graph of a draft that the session of a run was played through beside its own version.
alter table workflow_runs add column shadow_graph text collate "C";
