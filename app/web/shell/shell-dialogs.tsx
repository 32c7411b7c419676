import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'
import { notify } from '#platform/ui/overlays/toast.tsx'
import type { OpenDialog } from '#platform/web/commands/open-dialog.ts'
import { setOpenDialog, useOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { whenQuiet } from '#platform/web/page/when-quiet.ts'

interface Dialogs {
  Palette: ComponentType<{ opened: OpenDialog; typed: string }>
  ShortcutsSheet: ComponentType<{ open: boolean }>
  Help: ComponentType
}

const fetchDialogs = () => import('../palette/dialogs.ts')

/**
 * The palette, the list of shortcuts, the tours and the feedback form. They load once the page is quiet, or earlier on
 * demand. Text typed meanwhile goes into the palette or the search for a project, and does nothing else.
 */
export function ShellDialogs() {
  const opened = useOpenDialog()
  const [dialogs, setDialogs] = useState<Dialogs | null>(null)
  const waiting = opened !== null && dialogs === null
  const typed = useTyped(opened !== null, waiting)

  useEffect(() => {
    if (dialogs === null) return whenQuiet(() => fetchDialogs().then(setDialogs, () => {}))
  }, [dialogs])

  useEffect(() => {
    if (!waiting) return
    fetchDialogs().then(setDialogs, () => {
      setOpenDialog(null)
      notify({ title: "Couldn't open this. Reload the page and try again.", color: 'red' })
    })
  }, [waiting])

  if (dialogs === null) return null
  return (
    <>
      <dialogs.Palette opened={opened} typed={typed} />
      <dialogs.ShortcutsSheet open={opened === 'shortcuts'} />
      <dialogs.Help />
    </>
  )
}

/** Collects the letters typed while a dialog is loading, until it is closed. */
function useTyped(open: boolean, waiting: boolean): string {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (!open) setTyped('')
  }, [open])
  useEffect(() => {
    if (!waiting) return
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') setOpenDialog(null)
      if (event.key === 'Backspace') setTyped((before) => before.slice(0, -1))
      if (event.key.length === 1) setTyped((before) => before + event.key)
    }
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [waiting])
  return typed
}
