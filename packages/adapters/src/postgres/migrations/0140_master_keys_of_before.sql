-- Migration 0069 made the table of master keys and left it empty where a database had one already, so that its key opened nothing any more. The second part writes it.
comment on table master_keys is 'Master keys that open this database; one at least from its first start on';
