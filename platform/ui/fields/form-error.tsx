import { Icon } from '../icon.tsx'

/** An error of the whole form; announced when it appears. */
export function FormError({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className="contents">
      {children && (
        <p className="flex gap-2 rounded-lg bg-danger-soft px-3 py-2.5 font-medium text-danger">
          <Icon name="alert" className="mt-[3px]" />
          {children}
        </p>
      )}
    </div>
  )
}
