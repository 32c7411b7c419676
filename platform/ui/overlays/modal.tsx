import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** What a dialog over the page is told. */
interface Shown {
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface Modal {
  /** Opens what this makes, a Dialog or what is made of one, in place of one that is open. */
  open(dialog: (shown: Shown) => ReactNode): void
}

const Context = createContext<Modal | null>(null)

/** Opens dialogs from wherever it is called, so that none has to lie ready and closed. Throws what SPEC 8 says. */
export function useModal(): Modal {
  const modal = useContext(Context)
  if (modal === null) throw new Error('useModal() is called without provider')
  return modal
}

interface ModalProviderProps {
  /** The current page: a dialog closes when it changes. */
  path: string
  children: ReactNode
}

/** Holds the dialog that `useModal` opens, one at a time. */
export function ModalProvider({ path, children }: ModalProviderProps) {
  const [held, setHeld] = useState<Held | null>(null)
  // Closed for good: who comes back is not asked again.
  if (held?.open && held.path !== path) setHeld({ ...held, open: false })
  const modal = useMemo(
    (): Modal => ({
      open: (dialog) => setHeld((before) => ({ id: (before?.id ?? 0) + 1, path, dialog, open: true })),
    }),
    [path],
  )
  return (
    <Context value={modal}>
      {children}
      {held && (
        <Opened
          key={held.id}
          dialog={held.dialog}
          open={held.open}
          onOpenChange={(open) => setHeld((now) => (now?.id === held.id ? { ...now, open } : now))}
        />
      )}
    </Context>
  )
}

interface Held {
  id: number
  path: string
  dialog: (shown: Shown) => ReactNode
  open: boolean
}

/** Of its own, so that a dialog begins anew each time it is opened. */
function Opened({ dialog, ...shown }: Shown & Pick<Held, 'dialog'>) {
  return dialog(shown)
}
