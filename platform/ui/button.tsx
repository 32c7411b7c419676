import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

const looks = {
  brand: 'bg-orange-500 text-gray-900 shadow-press hover:bg-orange-400 active:bg-orange-500',
  primary: 'bg-inverse text-inverse-ink shadow-press hover:opacity-90 active:opacity-100',
  danger: 'border border-line bg-raised text-danger shadow-press hover:bg-danger-soft',
  outline: 'border border-line bg-raised text-ink shadow-press hover:bg-hover data-popup-open:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-ink data-popup-open:bg-hover data-popup-open:text-ink',
} as const

const sizes = {
  small: 'min-h-8 gap-1.5 rounded-md px-2.5 py-1 text-sm',
  medium: 'min-h-9 gap-2 rounded-lg px-3.5 py-1 text-base',
  large: 'min-h-11 gap-2 rounded-lg px-5 py-2 text-base',
  icon: 'size-8 rounded-md text-base',
} as const

interface Look {
  look?: keyof typeof looks
  size?: keyof typeof sizes
}

/** Returns the classes of a button, for links that act as one. */
export function buttonClasses({ look = 'outline', size = 'medium' }: Look = {}, className?: string): string {
  return classes(
    // A label that is too long for its line wraps; it is never cut off.
    'inline-flex max-w-full shrink-0 select-none items-center justify-center text-center font-medium wrap-anywhere',
    'transition-[background-color,color,opacity,border-color] duration-150 ease-calm',
    'aria-disabled:cursor-default aria-disabled:opacity-60 disabled:cursor-default disabled:opacity-60',
    looks[look],
    sizes[size],
    className,
  )
}

/**
 * A button. `busy` keeps it focusable and shows that work is under way. The click handler must ignore clicks while
 * busy, so that nothing is sent twice.
 */
export function Button({
  look,
  size,
  busy = false,
  className,
  type = 'button',
  ...rest
}: Look & { busy?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={buttonClasses({ ...(look && { look }), ...(size && { size }) }, className)}
      {...rest}
    />
  )
}
