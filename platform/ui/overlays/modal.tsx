import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** The props of a dialog over the page. */
interface Shown {
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface Modal {
  /** Opens the rendered Dialog in place of an open one. */
  open(dialog: (shown: Shown) => ReactNode): void
}

const Context = createContext<Modal | null>(null)

/**
 * Returns a function that opens dialogs from anywhere, so that none needs to be mounted while closed. Throws the error
 * of SPEC 8 without a provider.
 */
export function useModal(): Modal {
  const modal = useContext(Context)
  if (modal === null) throw new Error('useModal() is called without provider')
  return modal
}

interface ModalProviderProps {
  /** The current page; a dialog closes when it changes. */
  path: string
  children: ReactNode
}

/** Provides `useModal` and holds the one dialog that is open. */
export function ModalProvider({ path, children }: ModalProviderProps) {
  const [held, setHeld] = useState<Held | null>(null)
  // Closed for good: returning to the page doesn't reopen it.
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

/** A separate component, so that each dialog opens with fresh state. */
function Opened({ dialog, ...shown }: Shown & Pick<Held, 'dialog'>) {
  return dialog(shown)
}
