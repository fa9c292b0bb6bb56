/**
 * Runs before the tests of a process. The test command leaves out the last stage of the runtime's compiler for test processes (`commands/test.ts`); what a
 * test starts, a service or a command, is to run as its users run it.
 */
delete process.env.BUN_JSC_useFTLJIT
