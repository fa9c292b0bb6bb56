-- Under which trace a job was enqueued, as a traceparent: its runs go on from there, also after a retry. Null where nothing is traced.
alter table jobs add column trace text collate "C";
