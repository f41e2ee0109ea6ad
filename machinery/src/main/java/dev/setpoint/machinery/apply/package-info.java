/// Who owns which field: the arithmetic of server-side apply, as pure functions over trees and schemas.
///
/// A [dev.setpoint.machinery.apply.FieldSet] names places in an object. A manager owns the places that it set. An
/// update
/// takes what it changed from everybody else; an apply asks first, and removes what its manager declared before and
/// declares no more. Start at [dev.setpoint.machinery.apply.Ownership].
@NullMarked
package dev.setpoint.machinery.apply;

import org.jspecify.annotations.NullMarked;
