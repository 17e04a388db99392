#include "solve/linear_program.h"

#include <coin/ClpSimplex.hpp>

namespace arable::solve {

struct LinearProgram::Model {
    ClpSimplex clp;
};

namespace {
double bounded(double bound) {
    return bound == LinearProgram::kNone ? COIN_DBL_MAX : bound == -LinearProgram::kNone ? -COIN_DBL_MAX : bound;
}
}  // namespace

LinearProgram::LinearProgram() : model_(std::make_unique<Model>()) { model_->clp.setLogLevel(0); }
LinearProgram::~LinearProgram() = default;
LinearProgram::LinearProgram(LinearProgram&&) noexcept = default;
LinearProgram& LinearProgram::operator=(LinearProgram&&) noexcept = default;

int LinearProgram::add_row(double lower, double upper) {
    model_->clp.addRow(0, nullptr, nullptr, bounded(lower), bounded(upper));
    return model_->clp.numberRows() - 1;
}

int LinearProgram::add_column(double cost, double upper, std::span<const Entry> entries) {
    std::vector<int> rows;
    std::vector<double> values;
    for (const Entry& entry : entries) {
        if (entry.value == 0) continue;
        rows.push_back(entry.row);
        values.push_back(entry.value);
    }
    model_->clp.addColumn(static_cast<int>(rows.size()), rows.data(), values.data(), 0, bounded(upper), cost);
    return model_->clp.numberColumns() - 1;
}

void LinearProgram::set_row(int row, double lower, double upper) {
    model_->clp.setRowBounds(row, bounded(lower), bounded(upper));
}

bool LinearProgram::solve() {
    model_->clp.primal();
    if (model_->clp.status() != 0) model_->clp.initialSolve();
    return model_->clp.status() == 0;
}

double LinearProgram::value() const { return model_->clp.objectiveValue(); }

std::vector<double> LinearProgram::solution() const {
    const double* x = model_->clp.primalColumnSolution();
    return {x, x + model_->clp.numberColumns()};
}

std::vector<double> LinearProgram::prices() const {
    const double* y = model_->clp.dualRowSolution();
    return {y, y + model_->clp.numberRows()};
}

}  // namespace arable::solve
