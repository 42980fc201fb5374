/** An integer in the reader's format; its digits do not move when it changes. */
export function Count({ value }: { value: number }) {
  return <span className="figures">{value.toLocaleString()}</span>
}
