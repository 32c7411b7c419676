import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Command } from '#platform/web/commands/command.ts'
import { listenToKeys } from '#platform/web/commands/key-listener.ts'
import { setOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { paths } from '#platform/web/page/paths.ts'
import { logOut } from '#platform/web/session/log-out.ts'
import { useProject, useUser } from '#platform/web/session/project.ts'
import { useMay, useRole } from '#platform/web/session/role.ts'
import { areasFor, clientProjects } from './areas.ts'
import { keepFocus } from './keep-focus.ts'
import { ShellDialogs } from './shell-dialogs.tsx'

/** Registers the commands of every page of the app, by key and in the palette. */
export function Shell() {
  useEffect(listenToKeys, [])
  useEffect(keepFocus, [])
  useCommands('Go to', useNavigationCommands(), 'shell')
  useCommands('Actions', useActionCommands(), 'shell')
  return <ShellDialogs />
}

function useNavigationCommands(): Command[] {
  const navigate = useNavigate()
  // Without a project all other pages redirect to setup.
  const ready = useProject() !== undefined
  const isAdmin = useUser()?.internalAdmin === true
  return areasFor(useRole(), isAdmin).map(({ path, label, name, icon, keys, admin }) => ({
    id: `go ${path}`,
    label: name ?? label,
    icon,
    keys,
    run: ready || admin ? () => void navigate(path) : null,
    focus: 'page',
  }))
}

function useActionCommands(): Command[] {
  const navigate = useNavigate()
  const ready = useProject() !== undefined
  const mayEdit = useMay('changeWatchlist')
  return [
    {
      id: 'palette',
      label: 'Search or jump to…',
      icon: 'search',
      keys: 'mod+k',
      keysOnly: true,
      run: () => setOpenDialog('palette'),
      focus: 'own',
    },
    {
      id: 'add keyword',
      label: 'Add keyword',
      icon: 'keyword',
      words: 'new create phrase',
      run: ready && mayEdit !== false ? () => void navigate(paths.projectKeywords, { state: 'add' }) : null,
      focus: 'own',
    },
    {
      id: 'new project',
      label: 'New project',
      icon: 'add',
      words: 'create add product',
      run: () => void navigate(paths.setup),
      focus: 'own',
    },
    {
      id: 'client projects',
      label: 'Client projects',
      icon: 'people',
      words: 'agency clients overview',
      run: ready ? () => void navigate(clientProjects) : null,
      focus: 'page',
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: 'keyboard',
      keys: '?',
      words: 'help keys hotkeys',
      run: () => setOpenDialog('shortcuts'),
      focus: 'own',
    },
    { id: 'log out', label: 'Sign out', icon: 'logOut', words: 'log out leave', run: () => void logOut() },
  ]
}
