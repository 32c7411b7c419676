import { useState } from 'react'
import { registry } from '#platform/web/commands/registry.ts'
import { Finder } from './finder.tsx'
import { recentCommands } from './recent.ts'
import { resultsOf } from './results.ts'

interface CommandFinderProps {
  userId: string
  typed: string
  onChoose: (id: string) => void
}

/** Everything that can be done on this page. */
export function CommandFinder({ userId, typed, onChoose }: CommandFinderProps) {
  const [query, setQuery] = useState(typed)
  // What there is when it opens: nothing moves under who is choosing.
  const [groups] = useState(registry.groups)
  const [recent] = useState(() => recentCommands(userId))
  return (
    <Finder
      label="Search or jump to"
      placeholder="Search or jump to…"
      query={query}
      onQuery={setQuery}
      groups={resultsOf(groups, query, recent)}
      onChoose={onChoose}
    />
  )
}
