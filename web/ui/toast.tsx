import { Toast as Base } from '@base-ui/react/toast'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

interface Notice {
  title: string
  description?: string
  color?: 'primary' | 'red'
  /** Takes back what the notice tells of. */
  undo?: () => void
}

const manager = Base.createToastManager<{ color: 'primary' | 'red' }>()

/**
 * Shows a notice for 5 seconds, longer while the pointer or focus is on it (SPEC 9). Failures are announced at once.
 * Returns what closes it before its time.
 */
export function notify({ title, description, color = 'primary', undo }: Notice): () => void {
  const id = manager.add({
    title,
    ...(description && { description }),
    data: { color },
    priority: color === 'red' ? 'high' : 'low',
    ...(undo && {
      actionProps: {
        children: 'Undo',
        onClick: () => {
          manager.close(id)
          undo()
        },
      },
    }),
  })
  return () => manager.close(id)
}

/**
 * The notices: at the bottom end, full width on small screens, above dialogs (SPEC 2, DECISIONS 28), and there above
 * the bar of actions.
 */
export function Toaster() {
  return (
    <Base.Provider toastManager={manager} timeout={5000} limit={3}>
      <Base.Portal>
        <Base.Viewport className="pointer-events-none fixed inset-x-4 bottom-18 z-60 flex flex-col-reverse gap-2 sm:right-6 sm:left-auto sm:w-96 lg:bottom-6">
          <Notices />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function Notices() {
  const { toasts } = Base.useToastManager<{ color: 'primary' | 'red' }>()
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['right', 'down']}
      className={classes(
        'pointer-events-auto rounded-xl bg-gray-900 text-white shadow-lift outline-offset-2 data-limited:hidden',
        'translate-x-(--toast-swipe-movement-x) transition-[opacity,translate] duration-200 ease-calm',
        'data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0',
      )}
    >
      <Base.Content className="flex min-h-12 items-center gap-3 py-2 pr-2 pl-4">
        {toast.data?.color === 'red' && <Icon name="alert" className="text-red-300" />}
        <div className="min-w-0 flex-1 py-1">
          <Base.Title className="wrap-anywhere font-medium text-base" />
          <Base.Description className="wrap-anywhere text-gray-300 text-sm" />
        </div>
        <Base.Action className="h-8 rounded-md px-2.5 font-semibold text-orange-300 text-sm hover:bg-white/10 focus-visible:outline-orange-300" />
        <Base.Close
          aria-label="Dismiss"
          className="grid size-8 shrink-0 place-items-center rounded-md text-gray-300 hover:bg-white/10 hover:text-white focus-visible:outline-orange-300"
        >
          <Icon name="close" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ))
}
