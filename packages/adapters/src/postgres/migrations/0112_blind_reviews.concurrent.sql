create index cases_of_sample on cases (organization, environment, sample_of, id) where sample_of is not null;
