import { Toast as Base } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { Avatar } from '../avatar.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { useHeightProperty } from './height-property.ts'
import { looks, type NoticeAction, type Shown, showNoticesIn } from './toast.tsx'

const manager = Base.createToastManager<Shown>()

/** The focused element before the notices. */
let before: Element | null = null

/** Returns the focus to its previous place after the user has acted on a notice. */
function goBack(): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
}

/**
 * The notices, one at a time: at the bottom end, full width on small screens and w-96 on larger ones, above dialogs
 * (SPEC 2, DECISIONS 28). They are above an action bar, clear of its menu; `--notices` is the room that they take up.
 */
export function Toaster() {
  useEffect(() => showNoticesIn(manager), [])
  const measure = useHeightProperty('--notices')
  return (
    <Base.Provider toastManager={manager} timeout={5000} limit={1}>
      <Base.Portal>
        <Base.Viewport
          ref={measure}
          onFocus={({ relatedTarget, currentTarget }) => {
            if (!currentTarget.contains(relatedTarget)) before = relatedTarget
          }}
          className="pointer-events-none fixed inset-x-4 bottom-(--action-bar,0px) z-60 flex flex-col-reverse has-data-notice:py-3 sm:start-auto sm:end-6 sm:w-96 lg:has-data-notice:pb-6 [body:has([role=menu])_&]:max-sm:invisible"
        >
          <Notices />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

/**
 * Announces an error at once. The kit's own high priority would hide the visible notice from screen readers although
 * its buttons get the focus.
 */
const failure = { role: 'alert', 'aria-modal': undefined } as const

function Notices() {
  const { toasts } = Base.useToastManager<Shown>()
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      data-notice
      toast={toast}
      swipeDirection={['right', 'down']}
      {...(toast.data?.color === 'red' && failure)}
      className={classes(
        'pointer-events-auto rounded-xl bg-notice text-white shadow-lift outline-offset-2 ring-1 ring-white/10 data-limited:hidden',
        'translate-x-(--toast-swipe-movement-x) transition-[opacity,translate] duration-200 ease-calm',
        'data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0',
      )}
    >
      {toast.data && (
        <Base.Content className="flex min-h-12 items-center gap-3 py-2 pr-2 pl-4">
          {toast.data.avatar ? (
            <Avatar name={toast.data.avatar} round />
          ) : (
            toast.data.icon && <Icon name={toast.data.icon} className={looks[toast.data.color].text} />
          )}
          <div
            className={classes(
              'flex min-w-0 flex-1 gap-x-2',
              toast.data.actions.length > 1 ? 'flex-col' : 'flex-wrap items-center justify-end',
            )}
          >
            <div className="min-w-32 flex-1 py-1">
              <Base.Title className="wrap-anywhere font-medium text-base" />
              <Base.Description className="wrap-anywhere text-gray-300 text-sm" />
            </div>
            <Actions id={toast.id} actions={toast.data.actions} />
          </div>
          {toast.data.closeButton && (
            <Base.Close
              aria-label="Dismiss"
              // Keeps the button available to screen readers; by default it is hidden until the notice is focused.
              aria-hidden={false}
              onClick={goBack}
              className="grid size-8 shrink-0 place-items-center self-start rounded-md text-gray-300 hover:bg-white/10 hover:text-white focus-visible:outline-orange-300"
            >
              <Icon name="close" />
            </Base.Close>
          )}
        </Base.Content>
      )}
    </Base.Root>
  ))
}

function Actions({ id, actions }: { id: string; actions: NoticeAction[] }) {
  return (
    <div className={classes('flex flex-wrap', actions.length > 1 && '-ml-2.5')}>
      {actions.map(({ label, onClick }) => (
        <button
          key={label}
          type="button"
          onClick={() => {
            manager.close(id)
            onClick()
            goBack()
          }}
          className="min-h-8 rounded-md px-2.5 font-semibold text-orange-300 text-sm hover:bg-white/10 focus-visible:outline-orange-300"
        >
          {label}
        </button>
      ))}
    </div>
  )
}
