/** Signals that end a command, with the exit codes that shells expect. */
const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Calls back on Ctrl-C and the like. It may come twice, from the terminal and from whoever started us. */
export function onStopSignal(stop: (exitCode: number) => void): void {
  for (const [signal, code] of Object.entries(codes)) process.on(signal, () => stop(code))
}
