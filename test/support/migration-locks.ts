/** Statements of a migration, without comments; bodies between `$$` are part of their statement. */
export const statementsOf = (sql: string): ReadonlyArray<string> =>
  [...sql.replace(/--[^\n]*/g, "").matchAll(/(?:\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|[^;$']|\$(?!\$))+/g)]
    .map(([statement]) => statement.toLowerCase().replace(/\s+/g, " ").trim())
    .filter((statement) => statement !== "")

/** Commas outside of brackets and quotes part the actions of `alter table`. */
const actionsOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|'(?:[^']|'')*'|[^,()'])+/g)].map(([action]) => action.trim())

/** What an action on a table with rows does for as long as the table is large, while nobody can write to it or even read it. */
const refusedActions: ReadonlyArray<readonly [RegExp, string]> = [
  [/^add (column )?.* generated /, "a generated or identity column rewrites the table; add a plain column that the service fills"],
  [/^add (column )?.* (small|big)?serial\b/, "a serial column rewrites the table"],
  [
    /^add (column )?.* default (?!null\b|true\b|false\b|-?[\d.]+\b|'[^']*'(::\w+)?( |$))/,
    "a default that is computed may rewrite the table; use a constant"
  ],
  [/^add column .* (primary key|unique)\b/, "makes an index under a lock; make it in a .concurrent.sql"],
  [
    /^add (column )?.* (references|check)\b(?!.* not valid)/,
    "looks at every row under a lock; add it `not valid` and validate it in a later migration"
  ],
  [
    /^add (constraint \w+ )?(check|foreign key)\b(?!.* not valid)/,
    "looks at every row under a lock; add it `not valid` and validate it in a later migration"
  ],
  [
    /^add (constraint \w+ )?(primary key|unique|exclude)\b(?!.* using index)/,
    "makes an index under a lock; make it in a .concurrent.sql, then add it `using index`"
  ],
  [/^alter (column )?\w+ (set data )?type\b/, "rewrites the table; add a column of the new type"],
  [/^alter (column )?\w+ set not null/, "looks at every row under a lock; validate a check of it first"],
  [/^alter (column )?\w+ add generated/, "rewrites the table"],
  [/^set (logged|unlogged|tablespace|access method|with)\b/, "rewrites the table"],
  [/^attach partition/, "looks at every row under a lock"]
]
const refusedStatements: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(cluster|truncate|lock|reindex|vacuum|refresh materialized view)\b/, "locks a table for as long as it takes"],
  // Where functions look for tables is changed without a look at any of these.
  [
    /^do\b(?! \$\$ begin(?: execute format\('alter function [^']*', current_schema\(\)\);)+ end \$\$$)/,
    "cannot be looked into; write its statements"
  ],
  [/^(update|delete from)\b/, "locks rows until all are done; let the service change rows when it writes them, or a timer in portions"],
  [/^with\b/, "cannot be told from one that changes rows; begin with insert, in a .fill.sql"],
  [/^insert into [^;]* select /, "reads a whole table under the locks of the migration; do it in a .fill.sql"]
]

/** What a migration does that may hold a lock for longer than moments where there are a million rows, and what to do instead. */
export const longLocksOf = (name: string, sql: string): ReadonlyArray<string> => {
  const statements = statementsOf(sql)
  if (name.endsWith(".concurrent.sql")) {
    // The runner makes and drops the indexes that it finds at the beginning of a line.
    const found = [...sql.matchAll(/^(?:create (?:unique )?index \w+ [^;]+|drop index \w+;)/gm)].length
    return found === statements.length
      ? []
      : ["holds something else than `create index` and `drop index`, which the runner would leave out"]
  }
  if (name.endsWith(".fill.sql")) {
    return statements
      .filter((statement) => !statement.startsWith("insert into "))
      .map((statement) => `${statement}: a fill may only insert`)
  }
  const fresh = new Set([...sql.toLowerCase().matchAll(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gm)].map(([, table]) => table))
  return statements.flatMap((statement) => {
    const index = /^create (unique )?index .*? on (only )?(\w+)/.exec(statement)
    if (index !== null)
      return fresh.has(index[3]) ? [] : [`${statement}: locks writers out while it is made; put it into a .concurrent.sql`]
    const table = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(statement)
    const changed = table?.[1] ?? /^(?:update|delete from|insert into) (\w+)/.exec(statement)?.[1]
    if (fresh.has(changed) && !/^insert into .* select /.test(statement)) return []
    const refused = refusedStatements.filter(([pattern]) => pattern.test(statement))
    const actions = actionsOf(table?.[2] ?? "").flatMap((action) => refusedActions.filter(([pattern]) => pattern.test(action)))
    return [...refused, ...actions].map(([, reason]) => `${statement}: ${reason}`)
  })
}
