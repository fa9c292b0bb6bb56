-- References compare after Unicode normalization: the column holds the normalized form, the document what was written. Nearly every row has it already
-- and is not written again.
update sessions set external_reference = normalize(external_reference, nfc) where external_reference is not nfc normalized;
update cases set external_reference = normalize(external_reference, nfc) where external_reference is not nfc normalized;
update screening_subjects set external_reference = normalize(external_reference, nfc) where external_reference is not nfc normalized;
