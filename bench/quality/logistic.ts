/** A linear model on raw features. */
export interface Model<F extends string = string> {
  intercept: number
  weights: Record<F, number>
}

interface Example<F extends string> {
  features: Record<F, number>
}

const iterations = 25
const smallStep = 1e-4

/** Fits a ridge logistic regression with Newton's method on standardized features. Returns weights for raw ones. */
export function logistic<F extends string, T extends Example<F>>(
  examples: readonly T[],
  names: readonly F[],
  isPositive: (example: T) => boolean,
  weightOf: (example: T) => number,
  ridge: number,
): Model<F> {
  const table = standardized(examples, names)
  const targets = Uint8Array.from(examples, (example) => (isPositive(example) ? 1 : 0))
  const importances = Float64Array.from(examples, weightOf)
  let beta = new Float64Array(names.length + 1)
  for (let iteration = 0; iteration < iterations; iteration++) {
    const step = newtonStep(beta, table.rows, targets, importances, ridge)
    beta = beta.map((value, k) => value + step[k]!)
    if (step.every((value) => Math.abs(value) < smallStep)) break
  }
  const weights: Partial<Record<F, number>> = {}
  let intercept = beta[names.length]!
  for (const [k, name] of names.entries()) {
    weights[name] = rounded(beta[k]! / table.scales[k]!)
    intercept -= beta[k]! * table.means[k]!
  }
  return { intercept: rounded(intercept), weights: weights as Record<F, number> }
}

/** Returns the value of a model before the logistic function. */
export function raw<F extends string>({ intercept, weights }: Model<F>, features: Record<F, number>): number {
  let value = intercept
  for (const name in weights) value += weights[name] * features[name]
  return value
}

/** Returns the features of each row, less their mean and divided by their deviation, followed by a 1. */
function standardized<F extends string>(examples: readonly Example<F>[], names: readonly F[]) {
  const size = names.length + 1
  const rows = new Float64Array(examples.length * size).fill(1)
  const scales: number[] = []
  const means: number[] = []
  for (const [k, name] of names.entries()) {
    const values = Float64Array.from(examples, ({ features }) => features[name])
    const middle = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length
    scales.push(Math.sqrt(variance) || 1)
    means.push(middle / scales[k]!)
    for (const [row, value] of values.entries()) rows[row * size + k] = value / scales[k]! - means[k]!
  }
  return { rows, scales, means }
}

function newtonStep(
  beta: Float64Array,
  rows: Float64Array,
  targets: Uint8Array,
  importances: Float64Array,
  ridge: number,
): number[] {
  const size = beta.length
  const gradient = Array.from(beta, (value, k) => (k === size - 1 ? 0 : -ridge * value))
  const hessian = new Float64Array(size * size)
  for (let index = 0, from = 0; index < targets.length; index++, from += size) {
    let value = 0
    for (let k = 0; k < size; k++) value += rows[from + k]! * beta[k]!
    const chance = 1 / (1 + Math.exp(-value))
    const error = importances[index]! * (targets[index]! - chance)
    const bend = importances[index]! * chance * (1 - chance)
    for (let i = 0; i < size; i++) {
      gradient[i]! += error * rows[from + i]!
      const part = bend * rows[from + i]!
      for (let j = 0; j <= i; j++) hessian[i * size + j]! += part * rows[from + j]!
    }
  }
  const matrix = gradient.map((_, i) =>
    gradient.map((_, j) => {
      const both = hessian[Math.max(i, j) * size + Math.min(i, j)]!
      return i === j ? both + (i < size - 1 ? ridge : 1e-9) : both
    }),
  )
  return solve(matrix, gradient)
}

/** Solves a linear system by Gaussian elimination with pivots. Overwrites its arguments. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(matrix[row]![column]!) > Math.abs(matrix[pivot]![column]!)) pivot = row
    }
    ;[matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!]
    ;[right[column], right[pivot]] = [right[pivot]!, right[column]!]
    for (let row = column + 1; row < size; row++) {
      const factor = matrix[row]![column]! / matrix[column]![column]!
      for (let k = column; k < size; k++) matrix[row]![k]! -= factor * matrix[column]![k]!
      right[row]! -= factor * right[column]!
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) right[row]! -= matrix[row]![k]! * right[k]!
    right[row]! /= matrix[row]![row]!
  }
  return right
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
