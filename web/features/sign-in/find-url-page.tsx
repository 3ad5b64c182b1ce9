/** Only says where to find the answer. */
export default function FindUrlPage() {
  return <h1 className="p-6 text-ink">Use server route</h1>;
}
