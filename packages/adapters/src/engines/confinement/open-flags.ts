/** O_PATH and O_CLOEXEC: names a file without opening what is in it, and does not outlive `execve`. */
export const pathOnly = 0o12000000
