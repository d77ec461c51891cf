/** A board's geometry as it lies on the screen: the record of the server, turned round when the board is. */

/** @typedef {import("./types.js").Geometry} Geometry */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./svg.js").Place} Place */

export class Grid {
  /** @param {Geometry} record */
  constructor(record) {
    this.record = record;
    this.flipped = false;
    /** @type {Map<string, Point>} */
    this.points = new Map(record.points.map((point) => [point.id, point]));
  }

  /** @param {string} id @returns {Place} */
  at(id) {
    const { x, y } = this.point(id);
    return this.flipped ? { x: this.record.width - x, y: this.record.height - y } : { x, y };
  }

  /** @param {string} id @returns {Point} */
  point(id) {
    const point = this.points.get(id);
    if (!point) throw new RangeError(`no point ${id} on this board`);
    return point;
  }

  /** What the book of the game calls a square: the name that is printed on it. @param {string | number} id */
  nameOf(id) {
    return this.point(String(id)).name;
  }

  /** @param {string} id */
  has(id) {
    return this.points.has(id);
  }

  /** The rows in the order they are seen, each from the left. */
  rows() {
    const rows = this.record.rows;
    if (!this.flipped) return rows;
    return [...rows].reverse().map(({ name, points }) => ({ name, points: [...points].reverse() }));
  }

  /** All points in reading order. */
  order() {
    return this.rows().flatMap((row) => row.points);
  }

  /**
   * The point an arrow key leads to: along the row, to the nearest point of the next row, or slantwise.
   * @param {string} from
   * @param {number} right -1, 0 or 1
   * @param {number} down -1, 0 or 1
   * @returns {string | null}
   */
  step(from, right, down) {
    const rows = this.rows();
    const row = rows.findIndex((line) => line.points.includes(from));
    const place = rows[row].points.indexOf(from);
    if (!down) return rows[row].points[place + right] ?? null;
    const line = rows[row + down]?.points;
    if (!line) return null;
    const here = this.at(from);
    if (right) return this.nearestOf(line.filter((id) => (this.at(id).x - here.x) * right > 0), here);
    const near = this.nearestOf(line, here);
    const same = line[place];
    return same && near && this.apart(same, here) <= this.apart(near, here) + 1 ? same : near;
  }

  /** @param {string[]} ids @param {Place} place @returns {string | null} */
  nearestOf(ids, place) {
    return ids.reduce((best, id) => (best === null || this.apart(id, place) < this.apart(best, place) ? id : best), /** @type {string | null} */ (null));
  }

  /** @param {string} id @param {Place} place */
  apart(id, place) {
    const { x, y } = this.at(id);
    return Math.hypot(x - place.x, y - place.y);
  }

  /** The point whose cell holds this place of the picture. @param {Place} place @returns {string | null} */
  under(place) {
    const id = this.nearestOf([...this.points.keys()], place);
    if (id === null) return null;
    const { x, y } = this.at(id);
    const flat = ["square", "orthogonal", "checkered", "lines"].includes(this.record.kind);
    const inside = flat ? Math.max(Math.abs(x - place.x), Math.abs(y - place.y)) <= 50 : Math.hypot(x - place.x, y - place.y) <= 56;
    return inside ? id : null;
  }

  /**
   * The straight lines that leave a point, clockwise from the right of straight up.
   * @param {string} from
   * @returns {string[][]}
   */
  rays(from) {
    const turn = this.flipped ? 180 : 0;
    const clock = (/** @type {number} */ angle) => (angle + turn + 450) % 360;
    return [...this.record.directions]
      .sort((a, b) => clock(a.angle) - clock(b.angle))
      .map(({ key }) => this.ray(from, key))
      .filter((ray) => ray.length > 0);
  }

  /** @param {string} from @param {string} key @returns {string[]} */
  ray(from, key) {
    const ray = [];
    for (let id = this.record.neighbours[from]?.[key]; id; id = this.record.neighbours[id]?.[key]) ray.push(id);
    return ray;
  }

  /**
   * Which of `squares` lies on the straight way from one point to another.
   * @param {number} from @param {number} to @param {number[]} squares
   * @returns {number | null}
   */
  between(from, to, squares) {
    const a = this.at(String(from));
    const b = this.at(String(to));
    const on = squares.find((square) => {
      const p = this.at(String(square));
      const cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
      const dot = (p.x - a.x) * (b.x - p.x) + (p.y - a.y) * (b.y - p.y);
      return Math.abs(cross) < 400 && dot > 0;
    });
    return on ?? null;
  }

  /** The ends of a stroke over the board and the squares where it turns. @param {string[]} stroke */
  corners(stroke) {
    const places = stroke.map((id) => this.at(id));
    return stroke.filter((_, i) => {
      if (i === 0 || i === stroke.length - 1) return true;
      const [a, b, c] = [places[i - 1], places[i], places[i + 1]];
      return Math.abs((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) > 1;
    });
  }

  /**
   * The captured squares of a route in the order in which they are jumped.
   * @param {number[]} path @param {number[]} captured
   * @returns {(number | null)[]} one a hop
   */
  jumped(path, captured) {
    const left = [...captured];
    return path.slice(1).map((to, hop) => {
      const square = this.between(path[hop], to, left);
      if (square !== null) left.splice(left.indexOf(square), 1);
      return square;
    });
  }
}
