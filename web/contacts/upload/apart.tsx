import { Fragment } from 'react'

/** Values in one line, each with the direction of its own letters: a name in Arabic turns no date around that stands next to it. */
export function Apart({ values }: { values: readonly string[] }) {
  return values.map((value, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      <bdi>{value}</bdi>
    </Fragment>
  ))
}
