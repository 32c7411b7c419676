import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'
import type { ControlProps } from './field.tsx'

interface SliderProps extends ControlProps, Pick<ComponentProps<'input'>, 'disabled' | 'name'> {
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step: number
  /** The displayed value: '×1.5'. */
  text: string
}

/** A slider: arrows, Page Up, Page Down, Home and End work. */
export function Slider({ value, onChange, text, className, ...rest }: SliderProps & { className?: string }) {
  return (
    <input
      type="range"
      value={value}
      aria-valuetext={text}
      onChange={(event) => onChange(Number(event.target.value))}
      className={classes(
        'h-6 w-full cursor-pointer accent-inverse disabled:cursor-default disabled:opacity-60',
        className,
      )}
      {...rest}
    />
  )
}
