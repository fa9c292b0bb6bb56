-- What stands says nothing twice: an import that brings an entry as it stands meets it here, whatever is known of how much the table holds.
create unique index screening_list_entries_standing on screening_list_entries (organization, environment, list, uid, hash) where until is null;
