create index webhook_events_resource on webhook_events (organization, environment, resource_id) where resource_id is not null;
create index document_fingerprints_of_document on document_fingerprints (organization, environment, document_id) where document_id is not null;
