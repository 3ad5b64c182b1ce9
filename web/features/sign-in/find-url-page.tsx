/** Only says where the answer is to be found. */
export default function FindUrlPage() {
  return <h1 className="p-6 text-ink">Use server route</h1>;
}
