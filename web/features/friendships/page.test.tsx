import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FriendListed, FriendRequest } from "#domain/features/friendships/contract.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { type FakeAnswers, fakeApi, refused, unauthorized } from "#web/testing/fake-api.ts";
import { FakeEventSource, fakeEventSource } from "#web/testing/fake-event-source.ts";
import { renderSite } from "#web/testing/render.tsx";

const person = (name: string) => ({
  id: `p_${name}`,
  username: name,
  displayName: name.toUpperCase(),
  profileImageUrl: null,
  level: 3,
});
const AT = "2026-11-20T10:00:00.000Z";
const friend = (name: string, presence: FriendListed["friend"]["presence"] = null): FriendListed => ({
  id: `freq_${name}`,
  position: 5,
  createdAt: AT,
  friend: { ...person(name), presence },
});
const request = (name: string): FriendRequest => ({
  id: `freq_${name}`,
  position: 5,
  createdAt: AT,
  fromUser: person(name),
  toUser: person("me"),
});

function showSocial(path: string, answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /social/friends": [],
    ...answers,
  });
  renderSite(path);
  return api;
}
const LOADED = { timeout: 10_000 };

describe("the social hub", () => {
  it("asks visitors to sign in", async () => {
    fakeApi({ "GET /auth/user": unauthorized });
    renderSite("/social");
    expect(await screen.findByText("Please log in to access social features.", {}, LOADED)).toBeTruthy();
  });

  it("counts friends and requests on its tabs, and requests behind its link", async () => {
    showSocial("/social?tab=friends", {
      "GET /social/friends": [friend("bob", "online"), friend("cleo")],
      "GET /social/friend-requests": [request("dan")],
      "GET /social/notifications/unread": () => new Promise<never>(() => undefined),
    });
    expect(await screen.findByRole("tab", { name: "Friends (2)" }, LOADED)).toBeTruthy();
    expect(await screen.findByRole("tab", { name: "Requests (1)" })).toBeTruthy();
    expect(screen.getByRole("tab", { name: "Notifications (–)" })).toBeTruthy();
    const nav = screen.getByRole("navigation", { name: "Main" });
    expect(await within(nav).findByText("friend request")).toBeTruthy();
    expect((await screen.findByText("BOB")).closest("li")?.textContent).toContain("@bob · Online");
  });

  it("shows a request that arrives while it is open", async () => {
    fakeEventSource();
    const api = showSocial("/social?tab=requests");
    expect(await screen.findByText("No Friend Requests", {}, LOADED)).toBeTruthy();
    api.answer("GET /social/friend-requests", [request("dan")]);
    act(() => FakeEventSource.current.onopen?.());
    act(() => FakeEventSource.current.tell({ topic: "friends", position: 9 }));
    expect(await screen.findByRole("button", { name: "Accept DAN" })).toBeTruthy();
  });
});

describe("a friend request", () => {
  it("is accepted and declined with one click", async () => {
    const api = showSocial("/social?tab=requests", {
      "GET /social/friend-requests": ({ query }) =>
        query.get("direction") === "out" ? [] : [request("dan"), request("eve")],
      "POST /social/friend-request/{id}/accept": { id: "freq_dan", status: "accepted" },
      "POST /social/friend-request/{id}/decline": { id: "freq_eve", status: "declined" },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Accept DAN" }, LOADED));
    expect(await screen.findByText("Friend Request Accepted")).toBeTruthy();
    expect(screen.getByText("You are now friends!")).toBeTruthy();
    expect(api.requestsOf("POST /social/friend-request/{id}/accept")[0]?.path).toContain("/freq_dan/accept");
    fireEvent.click(screen.getByRole("button", { name: "Decline EVE" }));
    expect(await screen.findByText("Friend Request Declined")).toBeTruthy();
    expect(screen.getByText("The request has been declined")).toBeTruthy();
  });

  it("shows why an action failed", async () => {
    const gone = refused(409, "already_answered", "This request was already answered or withdrawn.");
    showSocial("/social?tab=requests", {
      "GET /social/friend-requests": ({ query }) =>
        query.get("direction") === "out" ? [] : [request("dan")],
      "POST /social/friend-request/{id}/accept": gone,
      "POST /social/friend-request/{id}/decline": gone,
    });
    fireEvent.click(await screen.findByRole("button", { name: "Accept DAN" }, LOADED));
    expect(await screen.findByText("Failed to accept friend request")).toBeTruthy();
    expect(screen.getByText("This request was already answered or withdrawn.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Decline DAN" }));
    expect(await screen.findByText("Failed to decline friend request")).toBeTruthy();
  });

  it("is sent by name, and to players found by a search", async () => {
    const api = showSocial("/social?tab=requests", {
      "POST /social/friend-requests": { id: "freq_1", status: "pending" },
      "GET /social/players": [{ ...person("fay"), relation: "none" }],
    });
    fireEvent.change(await screen.findByLabelText("Username", {}, LOADED), { target: { value: " dan " } });
    fireEvent.click(screen.getByRole("button", { name: "Send request" }));
    expect(await screen.findByText("Friend Request Sent")).toBeTruthy();
    expect(api.requestsOf("POST /social/friend-requests")[0]?.body).toEqual({ username: "dan" });
    fireEvent.mouseDown(screen.getByRole("tab", { name: "Friends (0)" }), { button: 0 });
    fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "fa" } });
    fireEvent.click(await screen.findByRole("button", { name: "Add friend: FAY" }));
    await waitFor(() => expect(api.requestsOf("POST /social/friend-requests")).toHaveLength(2));
  });
});

describe("a friend", () => {
  it("is removed or blocked only after a confirmation", async () => {
    const api = showSocial("/social?tab=friends", {
      "GET /social/friends": [friend("bob")],
      "DELETE /social/friends/{id}": { userId: "p_bob" },
      "POST /social/blocks": { userId: "p_bob" },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Remove BOB" }, LOADED));
    fireEvent.click(await screen.findByRole("button", { name: "Keep" }));
    expect(api.requestsOf("DELETE /social/friends/{id}")).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Remove BOB" }));
    fireEvent.click(await screen.findByRole("button", { name: "Remove friend" }));
    expect(await screen.findByText("Friend Removed")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Block BOB" }));
    fireEvent.click(await screen.findByRole("button", { name: "Block player" }));
    expect(await screen.findByText("Player Blocked")).toBeTruthy();
    expect(api.requestsOf("POST /social/blocks")[0]?.body).toEqual({ userId: "p_bob" });
  });

  it("who was blocked is listed, and can be unblocked", async () => {
    showSocial("/social?tab=friends", {
      "GET /social/blocks": [{ id: "p_bob", position: 5, createdAt: AT, user: person("bob") }],
      "DELETE /social/blocks/{id}": { userId: "p_bob" },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Unblock BOB" }, LOADED));
    expect(await screen.findByText("Player Unblocked")).toBeTruthy();
  });
});
