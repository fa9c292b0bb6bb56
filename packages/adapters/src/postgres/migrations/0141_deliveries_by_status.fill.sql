-- What stood there when the triggers were made, without what they had counted by then: of a try that was broken off.
insert into record_counts
  select organization, environment, 'webhook_deliveries_by_status', value, -1, sum(held)
  from (
    select organization, environment, endpoint_id || ' ' || coalesce(status, '') as value, count(*) as held from webhook_deliveries group by 1, 2, 3
    union all
    select organization, environment, value, -sum(count) from record_counts where counted = 'webhook_deliveries_by_status' and slot >= 0 group by 1, 2, 3
  ) as found
  group by 1, 2, 4
  on conflict (organization, environment, counted, value, slot) do update set count = excluded.count;
