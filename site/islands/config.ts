import type { RuntimeConfig } from '#features/operations/contract.ts'

/** What is configured at run time (DECISIONS 27). Throws where the server does not answer. */
export async function readConfig(signal: AbortSignal): Promise<RuntimeConfig> {
  const answer = await fetch('/api/config', { signal })
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
  return answer.json()
}
