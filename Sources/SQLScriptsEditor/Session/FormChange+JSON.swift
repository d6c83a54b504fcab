import SQLScriptsAuthoring
import SQLScriptsReporting

// What a page gets is what it sends: see FormCall.

extension FormChange {
  var json: JSONText {
    switch self {
    case .createTable(let name, let columns):
      ["kind": "createTable", "name": .string(name), "columns": .array(columns.map(\.json))]
    case .changeTable(let table, let name, let columns):
      [
        "kind": "changeTable", "table": .string(table), "name": .string(name),
        "columns": .array(columns.map(\.json)),
      ]
    case .dropTable(let table): ["kind": "dropTable", "table": .string(table)]
    case .addIndex(let table, let columns, let isUnique):
      [
        "kind": "addIndex", "table": .string(table),
        "columns": .array(columns.map { .string($0) }), "unique": .bool(isUnique),
      ]
    case .dropIndex(let name): ["kind": "dropIndex", "name": .string(name)]
    case .fillValues(let table, let column, let input, let rows):
      [
        "kind": "fillValues", "table": .string(table), "column": .string(column),
        "to": input.json, "where": rows.json,
      ]
    case .deleteRows(let table, let rows):
      ["kind": "deleteRows", "table": .string(table), "where": rows.json]
    case .addRow(let table, let values):
      [
        "kind": "addRow", "table": .string(table),
        "values": .object(
          values.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.json) }),
      ]
    }
  }
}

extension FormColumn {
  fileprivate var json: JSONText {
    let reference = belongsTo.map { reference -> JSONText in
      [
        "table": .string(reference.table), "onDelete": .string(reference.onDelete.rawValue),
      ]
    }
    return [
      "was": .string(was), "name": .string(name), "type": .string(type.rawValue),
      "sqlType": .string(sqlType), "required": .bool(isRequired), "unique": .bool(isUnique),
      "key": .bool(isKey), "default": self.default?.json ?? .null, "belongsTo": reference ?? .null,
    ]
  }
}

extension FormInput {
  fileprivate var json: JSONText {
    switch self {
    case .value(let text): ["value": .string(text)]
    case .sql(let text): ["sql": .string(text)]
    }
  }
}

extension FormRows {
  fileprivate var json: JSONText {
    switch self {
    case .all: "all"
    case .empty: "empty"
    case .having(let column, let input): ["column": .string(column), "is": input.json]
    case .filled(let column, let isFilled):
      ["column": .string(column), "filled": .bool(isFilled)]
    }
  }
}

extension FormAnswer {
  var json: JSONText {
    [
      "question": .string(question), "answer": .int(answer), "value": .string(value),
      "sql": .string(sql),
    ]
  }
}
