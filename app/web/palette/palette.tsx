import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import type { Command, CommandGroup } from '#platform/web/commands/command.ts'
import { pageElement } from '#platform/web/commands/key-listener.ts'
import { isMac, keyName } from '#platform/web/commands/keys.ts'
import { type OpenDialog, setOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { registry } from '#platform/web/commands/registry.ts'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery, useProject, useUser } from '#platform/web/session/project.ts'
import { useIsAgency } from '../shell/use-is-agency.ts'
import { Finder } from './finder.tsx'
import { withPageWords } from './page-words.ts'
import { recentCommands, rememberCommand } from './recent.ts'
import { leadSearch, leadSearchId, resultsOf } from './results.ts'

/**
 * A search dialog for all commands, or for projects if there are many. It opens and closes without a transition, so
 * that the next key belongs to the page again.
 */
export function Palette({ opened, typed }: { opened: OpenDialog; typed: string }) {
  const open = opened === 'palette' || opened === 'projects'
  // Keeps its kind while closing.
  const [kind, setKind] = useState(opened)
  if (open && kind !== opened) setKind(opened)
  const user = useUser()
  const chosen = useRef<Command['focus'] | 'back'>('back')

  const navigate = useNavigate()

  function choose(id: string): void {
    // Looked up again, because its target may have changed meanwhile.
    const command = registry.find(id)
    chosen.current = command?.focus ?? 'back'
    setOpenDialog(null)
    if (!command?.run) return
    if (kind === 'palette' && user) rememberCommand(user.id, id)
    command.run()
  }

  function searchLeads(text: string): void {
    chosen.current = 'page'
    setOpenDialog(null)
    void navigate(`${paths.opportunities}?${new URLSearchParams({ q: text })}`)
  }

  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && setOpenDialog(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-gray-900/25" />
        <Dialog.Popup
          aria-label={kind === 'projects' ? 'Switch project' : 'Search or jump to'}
          finalFocus={() => {
            const focus = chosen.current
            chosen.current = 'back'
            // Not returned: the dialog would focus the first control inside the returned element.
            if (focus === 'page') pageElement()?.focus()
            return focus === 'back'
          }}
          onKeyDown={(event) => {
            if (keyName(event.nativeEvent, isMac()) !== 'mod+k') return
            event.preventDefault()
            setOpenDialog(null)
          }}
          className={classes(
            'fixed inset-x-4 top-[min(12vh,6rem)] z-40 mx-auto flex max-h-[min(30rem,calc(100dvh-2rem))] max-w-xl flex-col overflow-hidden short:top-4',
            'rounded-2xl border border-line bg-raised text-ink shadow-lift outline-none',
          )}
        >
          {kind === 'projects' ? (
            <ProjectFinder typed={typed} onChoose={choose} />
          ) : (
            <CommandFinder userId={user?.id ?? ''} typed={typed} onChoose={choose} onSearch={searchLeads} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface CommandFinderProps {
  userId: string
  typed: string
  onChoose: (id: string) => void
  onSearch: (text: string) => void
}

/** A search over all commands of this page, and over the text of leads. */
function CommandFinder({ userId, typed, onChoose, onSearch }: CommandFinderProps) {
  const [query, setQuery] = useState(typed)
  // Fixed when the palette opens, so that nothing moves while the user chooses.
  const [groups] = useState(() =>
    registry.groups().map((group) => ({ ...group, commands: group.commands.map(withPageWords) })),
  )
  const [recent] = useState(() => recentCommands(userId))
  const hasLeads = useProject() !== undefined
  const results = resultsOf(groups, query, recent)
  const text = query.trim()
  return (
    <Finder
      label="Search or jump to"
      placeholder="Search or jump to…"
      query={query}
      onQuery={setQuery}
      groups={hasLeads && text !== '' ? [...results, leadSearch(text)] : results}
      onChoose={(id) => (id === leadSearchId ? onSearch(text) : onChoose(id))}
    />
  )
}

/** A search over all projects, with the current one marked, and a way to create a project. */
function ProjectFinder({ typed, onChoose }: { typed: string; onChoose: (id: string) => void }) {
  const [query, setQuery] = useState(typed)
  const { data: projects = [] } = useQuery(projectsQuery)
  const current = useProject()
  const isAgency = useIsAgency()
  const groups: CommandGroup[] = [
    {
      name: 'Projects',
      from: 'shell',
      commands: projects.map(({ id, name }) => ({
        id: `project ${id}`,
        label: name,
        icon: 'project',
        current: id === current?.id,
        run: () => {},
      })),
    },
  ]
  return (
    <Finder
      label="Find a project"
      placeholder="Find a project…"
      query={query}
      onQuery={setQuery}
      groups={resultsOf(groups, query, [], Number.POSITIVE_INFINITY)}
      onChoose={onChoose}
    >
      <span className="-mr-2 my-1 ml-auto flex">
        {isAgency && (
          <Button look="ghost" size="small" onClick={() => onChoose('client projects')}>
            <Icon name="people" /> Client projects
          </Button>
        )}
        <Button look="ghost" size="small" onClick={() => onChoose('new project')}>
          <Icon name="add" /> New project
        </Button>
      </span>
    </Finder>
  )
}
